#include "physics/crowd/fields.h"

namespace sinew::crowd {

const Kernel& widestKernel() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) return kernel16();
  if (__builtin_cpu_supports("avx2")) return kernel8();
#endif
  return kernel4();
}

}  // namespace sinew::crowd
