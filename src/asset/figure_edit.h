#pragma once

#include "asset/figure_scene.h"

// What variants do to a figure: each takes the plain body or scene one step towards a shape that real files have.

namespace sinew::figure {

// Body, still in metres with parallel joint frames.
void poseArmsDown(Body& body);
void addHair(Body& body, std::uint32_t detail);
void addBackpack(Body& body, std::uint32_t detail);

// Skeleton.
void addTwistLeaves(Scene& scene, const Body& body);
void addTwistChain(Scene& scene, const Body& body);
void addUnweightedJoints(Scene& scene, const Body& body);
void addIkTargets(Scene& scene, const Body& body);
void hangFeetFromRoot(Scene& scene, const Body& body);
void removeEnds(Scene& scene, const Body& body);
void listEndsInSkin(Scene& scene, const Body& body);

// Joint frames.
void turnFramesX(Scene& scene, const Body& body);
void turnFramesY(Scene& scene, const Body& body);
void turnFramesMinusY(Scene& scene, const Body& body);
void turnFramesZ(Scene& scene, const Body& body);
void turnFramesMixed(Scene& scene, const Body& body);
void mirrorRightFrames(Scene& scene, const Body& body);

// Units and axes of the file's world.
void useCentimetres(Scene& scene, const Body& body);
void useHundredths(Scene& scene, const Body& body);
void putUnderScaledArmature(Scene& scene, const Body& body);
void putUnderTurnedArmature(Scene& scene, const Body& body);
void faceSideways(Scene& scene, const Body& body);
void faceBackwards(Scene& scene, const Body& body);

// How vertices are bound.
void throwOutliers(Scene& scene, const Body& body);
void turnRestPose(Scene& scene, const Body& body);
void bindWithoutMatrices(Scene& scene, const Body& body);
void breakIntoRigidParts(Scene& scene, const Body& body);
void splitIntoTwoSkins(Scene& scene, const Body& body);
void spreadWeights(Scene& scene, const Body& body);

void shuffleNodes(Scene& scene, const Body& body);

}  // namespace sinew::figure
