#include "options.h"

int main(int argc, char** argv) { return sinew::cli::run(argc, argv); }
