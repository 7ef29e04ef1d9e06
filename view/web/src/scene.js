import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

import { array, poses } from './data.js';

const toTransform = (values, at, position, rotation) => {
  position.set(values[at], values[at + 1], values[at + 2]);
  rotation.set(values[at + 3], values[at + 4], values[at + 5], values[at + 6]);
};

/** Mesh, manikin and recorded fall of one character, in the page's canvas. */
export class Scene {
  constructor(canvas, document) {
    this.document = document;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.scene = new THREE.Scene();
    // The stage follows the page, dark or light.
    const light = matchMedia('(prefers-color-scheme: light)');
    const background = () => (this.scene.background = new THREE.Color(light.matches ? 0xaab2bd : 0x23262d));
    background();
    light.addEventListener('change', () => (background(), this.draw()));
    this.camera = new THREE.PerspectiveCamera(35, 1, 0.01, 1000);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => this.draw());
    this.scene.add(new THREE.HemisphereLight(0xdfe8ff, 0x504840, 1.6));
    const key = new THREE.DirectionalLight(0xffffff, 2.2);
    key.position.set(2, 4, 3);
    this.scene.add(key);

    this.layers = new Map(); // name -> objects
    this.parts = document.parts.map(() => new THREE.Group());
    this.parts.forEach((group) => this.scene.add(group));
    this.buildSkeleton();
    this.buildMesh();
    this.buildLines();
    this.buildGround();
    this.marks = (document.marks ?? []).map((mark) => this.buildMark(mark));
    this.jointFrames = poses(document.motion.joints); // frames x joints x 7
    this.partFrames = poses(document.motion.parts); // frames x parts x 7
    this.frameCount = document.motion.frames;
    this.show(0);
    this.frameAll();
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  add(layer, object) {
    if (!this.layers.has(layer)) this.layers.set(layer, []);
    this.layers.get(layer).push(object);
    return object;
  }

  setLayer(layer, visible) {
    for (const object of this.layers.get(layer) ?? []) object.visible = visible;
    this.draw();
  }

  buildSkeleton() {
    // Joints stand in the world one by one: what a frame holds is already composed.
    const bind = array(this.document.skeleton.bind);
    this.bones = this.document.skeleton.parents.map(() => new THREE.Bone());
    const inverses = this.bones.map((bone, index) => {
      toTransform(bind, index * 7, bone.position, bone.quaternion);
      bone.updateMatrix();
      this.scene.add(bone);
      return bone.matrix.clone().invert();
    });
    this.skeleton = new THREE.Skeleton(this.bones, inverses);
    const geometry = new THREE.BufferGeometry();
    // Joints that move no vertex, nor any below them, are targets and helpers: lines to them would cross the picture.
    const parents = this.document.skeleton.parents;
    const moves = parents.map(() => this.document.mesh.vertexCount === 0);
    if (this.document.mesh.vertexCount > 0) {
      const [joints, weights] = [array(this.document.mesh.joints), array(this.document.mesh.weights)];
      weights.forEach((weight, at) => weight > 0 && (moves[joints[at]] = true));
    }
    const weighted = [...moves];
    for (let joint = parents.length - 1; joint >= 0; --joint) if (moves[joint] && parents[joint] >= 0) moves[parents[joint]] = true;
    // Roots above the first one that does stay behind in a fall: the skeleton begins where the body does.
    const held = moves.map(() => false);
    parents.forEach((parent, joint) => (held[joint] = weighted[joint] || (parent >= 0 && held[parent])));
    this.bonePairs = parents.map((parent, joint) => [parent, joint]).filter(([parent, joint]) => parent >= 0 && moves[joint] && held[parent]);
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(this.bonePairs.length * 6), 3));
    this.boneLines = this.add('skeleton', new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: 0xffffff, depthTest: false, transparent: true, opacity: 0.7 })));
    this.boneLines.frustumCulled = false;
    this.scene.add(this.boneLines);
  }

  buildMesh() {
    const mesh = this.document.mesh;
    if (mesh.vertexCount === 0) return;
    const geometry = new THREE.BufferGeometry();
    // Positions are sixteen bits over the bounding box.
    const packed = array(mesh.positions);
    const positions = new Float32Array(packed.length);
    for (let i = 0; i < packed.length; ++i) positions[i] = mesh.low[i % 3] + ((packed[i] + 32768) / 65535) * (mesh.high[i % 3] - mesh.low[i % 3]);
    geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
    if (mesh.uvs) geometry.setAttribute('uv', new THREE.BufferAttribute(array(mesh.uvs), 2, mesh.uvs.type === 'u16'));
    geometry.setAttribute('skinIndex', new THREE.BufferAttribute(array(mesh.joints), 4));
    geometry.setAttribute('skinWeight', new THREE.BufferAttribute(array(mesh.weights), 4, true));
    geometry.setIndex(new THREE.BufferAttribute(array(mesh.indices), 1));
    geometry.computeVertexNormals();
    const loader = new THREE.TextureLoader();
    const materials = mesh.materials.map((one) => {
      const material = new THREE.MeshStandardMaterial({
        color: new THREE.Color(...one.color.slice(0, 3)),
        roughness: 0.8,
        side: THREE.DoubleSide,
        transparent: true,
        opacity: 0.8,
      });
      if (one.image) {
        material.map = loader.load(one.image, () => this.draw());
        material.map.colorSpace = THREE.SRGBColorSpace;
        material.map.flipY = false;
        material.map.wrapS = material.map.wrapT = THREE.RepeatWrapping;
      }
      return material;
    });
    mesh.groups.forEach(([start, count, material]) => geometry.addGroup(start, count, material));
    const skinned = new THREE.SkinnedMesh(geometry, materials);
    skinned.bind(this.skeleton, new THREE.Matrix4());
    skinned.frustumCulled = false;
    this.scene.add(this.add('mesh', skinned));
  }

  buildLines() {
    for (const [part, layer, data] of this.document.lines.map((one) => [one.part, one.layer, one])) {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.BufferAttribute(array(data.positions), 3));
      const [r, g, b] = data.color;
      const material = new THREE.LineBasicMaterial({ color: new THREE.Color(r, g, b), depthTest: false, transparent: true, opacity: 0.85 });
      const lines = this.add(layer, new THREE.LineSegments(geometry, material));
      lines.userData.part = part;
      this.parts[part].add(lines);
    }
    for (const layer of ['limits', 'mass']) this.setLayer(layer, false);
  }

  buildGround() {
    const size = Math.max(...this.document.bounds.high.map((h, i) => h - this.document.bounds.low[i]));
    const step = 10 ** Math.floor(Math.log10(size / 2));
    const grid = new THREE.GridHelper(step * 40, 40, 0x667080, 0x3a404a);
    grid.position.y = this.document.floor ?? 0;
    this.scene.add(this.add('grid', grid));
  }

  /** A name at a joint: found roles in green, joints in question in amber, one under the other. One without a joint stands nowhere. */
  buildMark(mark) {
    if (mark.joint < 0) return null;
    const text = document.createElement('canvas').getContext('2d');
    const font = '28px system-ui, sans-serif';
    text.font = font;
    text.canvas.width = Math.ceil(text.measureText(mark.role).width) + 28;
    text.canvas.height = 40;
    text.font = font;
    text.fillStyle = mark.by === 'in question' ? '#f2c94c' : '#6fcf97';
    text.beginPath();
    text.arc(10, 20, 8, 0, 2 * Math.PI);
    text.fill();
    text.fillText(mark.role, 24, 30);
    const map = new THREE.CanvasTexture(text.canvas);
    map.colorSpace = THREE.SRGBColorSpace;
    const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map, depthTest: false, sizeAttenuation: false }));
    const height = 0.02;
    sprite.scale.set((height * text.canvas.width) / text.canvas.height, height, 1);
    const before = this.bones[mark.joint].children.length;
    sprite.center.set(10 / text.canvas.width, 0.5 + before); // the first one's dot stands on the joint
    sprite.renderOrder = 2;
    this.bones[mark.joint].add(sprite);
    this.add('roles', sprite);
    return sprite;
  }

  /** Turns to one mark; null shows everything. */
  focusMark(index) {
    this.focused = index;
    this.marks.forEach((sprite, i) => sprite && (sprite.material.opacity = index === null || index === i ? 1 : 0.25));
    const mark = index === null ? null : this.document.marks[index];
    if (!mark || mark.joint < 0) return this.frameAll();
    this.lookAt(this.bones[mark.joint].position, 0.4 * this.extent());
  }

  extent() {
    return Math.max(Math.hypot(...this.document.bounds.high.map((h, i) => h - this.document.bounds.low[i])), 1e-4);
  }

  /** Shows a recorded frame; -1 is the bind pose. */
  show(frame) {
    this.frame = Math.max(0, Math.min(frame, this.frameCount - 1));
    const joints = this.bones.length;
    this.bones.forEach((bone, index) => {
      toTransform(this.jointFrames, (this.frame * joints + index) * 7, bone.position, bone.quaternion);
    });
    this.parts.forEach((group, index) => {
      toTransform(this.partFrames, (this.frame * this.parts.length + index) * 7, group.position, group.quaternion);
    });
    const lines = this.boneLines.geometry.attributes.position;
    this.bonePairs.forEach(([parent, joint], index) => {
      lines.setXYZ(index * 2, ...this.bones[parent].position.toArray());
      lines.setXYZ(index * 2 + 1, ...this.bones[joint].position.toArray());
    });
    lines.needsUpdate = true;
    this.draw();
  }

  frameAll() {
    const low = new THREE.Vector3(...this.document.bounds.low);
    const high = new THREE.Vector3(...this.document.bounds.high);
    // The fall is in the picture from its start to where it ends.
    const parts = this.parts.length;
    for (const at of [0, this.frameCount - 1].flatMap((frame) => this.parts.map((_, part) => (frame * parts + part) * 7))) {
      const place = new THREE.Vector3(...this.partFrames.subarray(at, at + 3));
      low.min(place);
      high.max(place);
    }
    this.lookAt(low.clone().add(high).multiplyScalar(0.5), 1.1 * Math.max(high.distanceTo(low), 1e-4));
  }

  lookAt(target, size) {
    const forward = new THREE.Vector3(...this.document.forward);
    const side = new THREE.Vector3(0, 1, 0).cross(forward);
    this.controls.target.copy(target);
    this.camera.position
      .copy(target)
      .addScaledVector(forward, size * 1.2)
      .addScaledVector(side, size * 0.7)
      .add(new THREE.Vector3(0, size * 0.35, 0));
    this.camera.near = size / 200;
    this.camera.far = size * 200;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.draw();
  }

  /** Frames one part and lets the others step back. */
  focus(part) {
    this.focused = part;
    for (const object of this.layers.get('colliders') ?? []) object.material.opacity = part === null || object.userData.part === part ? 0.95 : 0.2;
    if (part === null) return this.frameAll();
    const group = this.parts[part];
    group.updateMatrixWorld();
    const center = new THREE.Vector3(...this.document.parts[part].center).applyMatrix4(group.matrixWorld);
    this.lookAt(center, Math.max(this.document.parts[part].length, 0.02) * 2.5);
  }

  resize() {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  draw() {
    this.renderer.render(this.scene, this.camera);
  }
}
