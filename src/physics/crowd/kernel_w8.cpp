#include "physics/crowd/kernel.h"

namespace sinew::crowd {

const Kernel& kernel8() {
  static const Kernel kernel = kernelOf<Lane<8>>(8);
  return kernel;
}

}  // namespace sinew::crowd
