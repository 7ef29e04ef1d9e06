#pragma once

#include "asset/reading.h"

namespace sinew::gltf {

/// Refuses a file of another glTF version, or one that requires an extension which changes what is read here and is not known.
void checkRequirements(Reading& reading);

}  // namespace sinew::gltf
