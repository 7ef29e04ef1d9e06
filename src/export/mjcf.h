#pragma once

#include <sinew/export/export.h>

namespace sinew {

/// MuJoCo's model file (mujoco.readthedocs.io, "XML reference"). The parts become nested bodies in bind pose, turned so that up is
/// +z and forward +x. A ball joint becomes three hinges whose angles at bind are the anatomical ones.
Result<Exported> writeMjcf(const Manikin& manikin, const ExportOptions& options);

}  // namespace sinew
