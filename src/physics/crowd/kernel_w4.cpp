#include "physics/crowd/kernel.h"

namespace sinew::crowd {

const Kernel& kernel4() {
  static const Kernel kernel = kernelOf<Lane<4>>(4);
  return kernel;
}

}  // namespace sinew::crowd
