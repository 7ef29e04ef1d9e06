// Opens a report in headless Chromium from file:// and uses it: no console errors, the scrubber moves bodies, toggles hide layers, a row focuses its part,
// the index sorts and links.
//
//     node page.mjs TOOL CHROMIUM
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../view/web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const [tool, executablePath] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'sinew-page-'));
const check = (condition, message) => {
  if (!condition) throw new Error(message);
};
const run = (...args) => {
  try {
    execFileSync(tool, args, { stdio: 'pipe' });
  } catch (error) {
    check(error.status === 1, `${args.join(' ')}: exit ${error.status} ${error.stderr}`); // 1: a finding; the page is written all the same
  }
};

const browser = await chromium.launch({
  executablePath,
  args: ['--headless', '--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  const complaints = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !/GPU stall|GL Driver|software/i.test(message.text()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => !/^(file|data|blob):/.test(request.url()) && complaints.push(`asked for ${request.url()}`));

  const file = join(folder, 'report.html');
  run('report', '@figure', '-o', file);
  check(statSync(file).size <= 3e6, `the page has ${statSync(file).size} bytes`);
  const start = Date.now();
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => window.sinew?.scene);
  check(Date.now() - start < 60000, `the page took ${Date.now() - start} ms`);  // a hang; how fast it opens is printed
  console.log(`${statSync(file).size} bytes, opened in ${Date.now() - start} ms`);
  check(['proved', 'not proved'].includes(await page.textContent('#verdict')), 'no verdict');
  check((await page.locator('#parts tbody tr').count()) === 16, 'a row for every part');

  // The scrubber moves the bodies.
  const height = () => page.evaluate(() => window.sinew.scene.parts[0].position.y);
  const first = await height();
  await page.evaluate(() => {
    const scrubber = document.getElementById('scrubber');
    scrubber.value = scrubber.max;
    scrubber.dispatchEvent(new Event('input'));
  });
  const last = await height();
  check(last < first - 0.2, `the pelvis falls: ${first} -> ${last}`);

  // Toggles hide layers, in the scene and in the picture.
  const pixels = () =>
    page.evaluate(() => {
      window.sinew.scene.draw();
      return document.getElementById('view').toDataURL();
    });
  for (const layer of ['mesh', 'colliders', 'skeleton', 'grid']) {
    const before = await pixels();
    await page.click(`[data-layer=${layer}]`);
    check(await page.evaluate((name) => window.sinew.scene.layers.get(name).every((object) => !object.visible), layer), `${layer} is still visible`);
    check((await pixels()) !== before, `the picture is the same without ${layer}`);
    await page.click(`[data-layer=${layer}]`);
  }

  // A row focuses its part; a heading sorts.
  await page.click('#parts tbody tr[data-key=head]');
  const focus = await page.evaluate(() => ({ part: window.sinew.scene.focused, target: window.sinew.scene.controls.target.toArray(), at: window.sinew.scene.parts[window.sinew.scene.focused].position.toArray() }));
  check((await page.textContent('#parts tbody tr.chosen td')) === 'head', 'the chosen row is the head');
  check(Math.hypot(...focus.target.map((value, i) => value - focus.at[i])) < 0.3, `the camera looks at the head: ${focus.target} against ${focus.at}`);
  const column = async () => (await page.locator('#parts tbody tr td:nth-child(7)').allTextContents()).map(Number);
  await page.click('#parts th:nth-child(7)');
  const sorted = await column();
  check(sorted.every((value, i) => i === 0 || value >= sorted[i - 1]), 'a click on a heading sorts');

  // The fall is in the picture from its start to where it ends.
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => window.sinew?.scene);
  const outside = await page.evaluate(() => {
    const { scene } = window.sinew;
    const count = (frame) => {
      scene.show(frame);
      scene.camera.updateMatrixWorld();
      return scene.parts.filter((part) => {
        const { x, y } = part.position.clone().project(scene.camera);
        return Math.max(Math.abs(x), Math.abs(y)) > 1;
      }).length;
    };
    return [count(0), count(scene.frameCount - 1)];
  });
  check(outside.every((count) => count === 0), `parts outside the picture at the start and at the end: ${outside}`);

  // Who asks for light pages gets one, with words that stand out from it; the stage follows.
  const shade = () =>
    page.evaluate(() => {
      const brightness = (color) => color.match(/\d+/g).slice(0, 3).reduce((sum, value) => sum + Number(value), 0) / 765;
      const style = getComputedStyle(document.body);
      return [brightness(style.backgroundColor), brightness(style.color), window.sinew.scene.scene.background.getHSL({}).l];
    });
  const dark = await shade();
  await page.emulateMedia({ colorScheme: dark[0] < 0.5 ? 'light' : 'dark' });
  await page.waitForTimeout(300);
  const other = await shade();
  const [light, night] = dark[0] < 0.5 ? [other, dark] : [dark, other];
  check(light[0] > 0.85 && light[1] < 0.3 && light[2] > 0.3, `a light page: ${light}`);
  check(night[0] < 0.2 && night[1] > 0.7 && night[2] < 0.1, `a dark page: ${night}`);

  // Triangles weigh little: thirty thousand of them in half the room.
  const fine = join(folder, 'fine.html');
  run('report', '@figure:fine', '-o', fine);
  check(statSync(fine).size <= 1.5e6, `the page of 31,168 triangles has ${statSync(fine).size} bytes`);

  // What is refused shows mesh, skeleton, the roles that were found and the joints in question; names from files stay text.
  const map = join(folder, 'map.json');
  writeFileSync(map, JSON.stringify({ leftThigh: '<img src=x onerror=alert(1)>' }));
  const refused = join(folder, 'refused.html');
  run('report', '@figure', '--map', map, '-o', refused);
  await page.goto(`file://${refused}`);
  await page.waitForFunction(() => window.sinew?.scene);
  check((await page.textContent('#verdict')) === 'refused', 'the verdict says refused');
  check((await page.textContent('#findings')).includes('<img'), 'the name stands there as text');
  check((await page.locator('#findings img').count()) === 0, 'a name became markup');
  check((await page.locator('#roles tbody tr').count()) > 10, 'a row for every role that was found');
  check((await page.textContent('#roles')).includes('leftThigh'), 'the missing role is named');
  for (const layer of ['mesh', 'skeleton', 'roles', 'grid']) {
    const before = await pixels();
    await page.click(`[data-layer=${layer}]`);
    check((await pixels()) !== before, `the picture of the refused is the same without ${layer}`);
    await page.click(`[data-layer=${layer}]`);
  }
  const whole = await page.evaluate(() => window.sinew.scene.camera.position.distanceTo(window.sinew.scene.controls.target));
  await page.click('#roles tbody tr:first-child');
  const near = await page.evaluate(() => window.sinew.scene.camera.position.distanceTo(window.sinew.scene.controls.target));
  check(near < 0.7 * whole, `a row of a role comes near its joint: ${whole} -> ${near}`);

  // Many characters: an index that links; a refused one says why.
  run('report', '@figure', '@figure:child', '@quadruped', '-o', join(folder, 'many'));
  await page.goto(`file://${join(folder, 'many', 'index.html')}`);
  check((await page.locator('#index tbody tr').count()) === 3, 'a row for every character');
  check((await page.locator('#index img').count()) === 3, 'a picture for every character');
  await page.click('#index tbody tr a');
  await page.waitForFunction(() => window.sinew?.scene);
  check(complaints.length === 0, complaints.join('\n'));
  console.log('the report opens, plays, hides, focuses and sorts');
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
