// Asks the Khronos validator about every kind of file that the tool writes: the built-in figures in their forms, and baked falls.
//
//     node validate.mjs TOOL
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const validator = createRequire(import.meta.url)('gltf-validator');
const tool = process.argv[2];
const folder = mkdtempSync(join(tmpdir(), 'sinew-validate-'));
const run = (...args) => {
  try {
    return execFileSync(tool, args, { stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    if (error.status !== 1) throw new Error(`${args.join(' ')}: exit ${error.status} ${error.stderr}`); // 1: a finding; the file is written
    return error.stdout;
  }
};

let checked = 0;
const complaints = [];
const validate = async (name, file) => {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 20 });
  ++checked;
  for (const issue of report.issues.messages) {
    if (issue.severity === 0) complaints.push(`${name}: ${issue.code} at ${issue.pointer}: ${issue.message}`);
  }
};

try {
  const variants = JSON.parse(run('figure', '--list', '--json')).variants.map((variant) => variant.name ?? variant);
  const specs = ['@figure', '@quadruped', '@figure:child', ...variants.map((name) => `@${name === 'fox' ? 'quadruped' : 'figure'}:tiny+${name}`)];
  for (const spec of specs) {
    const file = join(folder, 'figure.glb');
    run('figure', spec.slice(1), '-o', file);
    await validate(spec, file);
  }
  for (const spec of ['@figure', '@quadruped', '@figure:matrixnodes', '@figure:quantised', '@figure:rigid', '@figure:armature+mirrored', '@figure:vrm1']) {
    const file = join(folder, 'fall.glb');
    run('settle', spec, '--duration', '1', '--bake', file);
    await validate(`a fall of ${spec}`, file);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(complaints.length === 0 ? `${checked} files, all valid` : complaints.join('\n'));
process.exit(complaints.length === 0 ? 0 : 1);
