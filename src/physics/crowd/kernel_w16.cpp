#include "physics/crowd/kernel.h"

namespace sinew::crowd {

const Kernel& kernel16() {
  static const Kernel kernel = kernelOf<Lane<16>>(16);
  return kernel;
}

}  // namespace sinew::crowd
