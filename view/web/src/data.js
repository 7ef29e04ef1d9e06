// The document that the tool wrote into the page. Every name in it came from a file of a stranger: it only ever becomes text, never markup.

const decode = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer;

/** Arrays travel as {type, data} with base64 of little-endian bytes. */
const kTypes = { f32: Float32Array, u32: Uint32Array, u16: Uint16Array, i16: Int16Array, u8: Uint8Array };

export function array(packed) {
  return new kTypes[packed.type](decode(packed.data));
}

/** Poses of a motion: seven numbers each, places over the box from `low` to `high`, rotations as they are, all in sixteen bits. */
export function poses(packed) {
  const out = new Float32Array(array(packed));
  const { low, high } = packed;
  for (let at = 0; at < out.length; at += 7) {
    for (let k = 0; k < 3; ++k) out[at + k] = low[k] + ((out[at + k] + 32768) / 65535) * (high[k] - low[k]);
    const size = Math.hypot(out[at + 3], out[at + 4], out[at + 5], out[at + 6]) || 1;
    for (let k = 3; k < 7; ++k) out[at + k] /= size;
  }
  return out;
}

export function readDocument(id) {
  return JSON.parse(document.getElementById(id).textContent);
}
