#pragma once

#include <string>

#include <sinew/asset/asset.h>

namespace sinew::test {

/// What `Asset` promises of every file that is read: indices in range, finite numbers, weights in (0, 1], ascending times, a
/// tree of nodes. Empty where all of it holds, else the first promise broken.
std::string brokenPromise(const Asset& asset);

}  // namespace sinew::test
