// The document that the tool wrote into the page. Every name in it came from a file of a stranger: it only ever becomes text, never markup.

const decode = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer;

/** Arrays travel as {type, data} with base64 of little-endian bytes. */
const kTypes = { f32: Float32Array, u32: Uint32Array, u16: Uint16Array, i16: Int16Array, u8: Uint8Array };

export function array(packed) {
  return new kTypes[packed.type](decode(packed.data));
}

export function readDocument(id) {
  return JSON.parse(document.getElementById(id).textContent);
}
