#include "physics/crowd/kernel.h"

namespace sinew::crowd {

const Kernel& kernel1() {
  static const Kernel kernel = kernelOf<float>(1);
  return kernel;
}

}  // namespace sinew::crowd
