import { array, readDocument } from './data.js';
import { element, sortableTable } from './dom.js';
import { plot } from './plots.js';
import { Scene } from './scene.js';

const kLayers = ['mesh', 'colliders', 'skeleton', 'limits', 'mass', 'grid'];

function number(value, digits = 1) {
  return value === null || value === undefined ? { text: '-' } : { text: value.toFixed(digits), value };
}

/** A measured number beside its accepted range: red outside. */
function judged(value, high, digits) {
  if (value === null || value === undefined) return { text: '-' };
  return { text: `${value.toFixed(digits)}${high === undefined ? '' : ` / ${high}`}`, value, tone: high !== undefined && value > high ? 'bad' : 'good' };
}

/** A file and the folder that it stands in: enough to know it by; the whole path stands at the foot of the page. */
const shortened = (path) => path.split('/').slice(-2).join('/');

function summary(doc) {
  const verdict = doc.refused ? 'refused' : doc.proved ? 'proved' : 'not proved';
  return element(
    'header',
    {},
    element('h1', { title: doc.title }, shortened(doc.title)),
    element('p', { class: `verdict ${doc.refused || !doc.proved ? 'bad' : 'good'}`, id: 'verdict' }, verdict),
    element('p', { class: 'facts' }, (doc.facts ?? ['nothing was built']).join(' · ')),
  );
}

function probeTable(doc, scene) {
  const bars = doc.bars;
  const columns = ['part', 'joint', 'by', 'sure', 'tail', 'bone mm', 'radius mm', 'half mm', 'to center mm', 'center off mm', 'covered %', 'kg', 'overlap mm', 'shape'];
  const rows = doc.parts.map((part, index) => ({
    key: part.role,
    index,
    cells: [
      { text: part.role },
      { text: part.joint },
      { text: part.by },
      number(part.confidence, 2),
      { text: part.tail },
      number(part.bone_mm),
      number(part.radius_mm),
      number(part.halfHeight_mm),
      number(part.offset_mm),
      judged(part.centerError_mm, bars.center_mm, 3),
      number(part.coverage_pct, 0),
      number(part.mass_kg, 2),
      number(part.overlap_mm),
      { text: part.shape },
    ],
  }));
  let chosen = null;
  const table = sortableTable(columns, rows, {
    onRow: (row) => {
      chosen = chosen === row.index ? null : row.index;
      for (const tr of table.querySelectorAll('tbody tr')) tr.classList.toggle('chosen', chosen !== null && tr.dataset.key === row.key);
      scene?.focus(chosen);
    },
  });
  table.id = 'parts';
  return element('section', {}, element('h2', {}, 'Parts, as the solver has them'), element('div', { class: 'scroll' }, table));
}

function findingsList(doc) {
  const items = doc.findings.map((finding) =>
    element('li', { class: finding.severity }, element('b', {}, finding.severity), ` ${finding.rule} ${finding.role}: ${finding.message}`),
  );
  return element('section', {}, element('h2', {}, `Findings (${doc.findings.length})`), element('ul', { id: 'findings' }, ...items));
}

/** Scrubber, play button and layer toggles around the picture; plots that follow. */
function viewer(doc, canvas, scene) {
  const plots = doc.plots.map((one) => plot(one.title, one.unit, [...array(one.values)], doc.motion.dt, one.bar));
  const time = element('output', { id: 'time' });
  const scrubber = element('input', { type: 'range', id: 'scrubber', min: 0, max: scene.frameCount - 1, value: 0, 'aria-label': 'time of the fall' });
  const show = (frame) => {
    scrubber.value = frame;
    scene.show(frame);
    time.textContent = `${(frame * doc.motion.dt).toFixed(2)} s`;
    for (const one of plots) one.move(frame);
  };
  scrubber.addEventListener('input', () => show(Number(scrubber.value)));

  let playing = false;
  let started = 0;
  const play = element('button', { id: 'play', click: () => toggle() }, 'play');
  const tick = (now) => {
    if (!playing) return;
    const frame = Math.floor((now - started) / 1000 / doc.motion.dt);
    show(Math.min(frame, scene.frameCount - 1));
    if (frame >= scene.frameCount - 1) return toggle();
    requestAnimationFrame(tick);
  };
  const toggle = () => {
    playing = !playing;
    play.textContent = playing ? 'pause' : 'play';
    if (!playing) return;
    const from = scene.frame >= scene.frameCount - 1 ? 0 : scene.frame;
    started = performance.now() - from * doc.motion.dt * 1000;
    requestAnimationFrame(tick);
  };

  const toggles = kLayers.map((layer) =>
    element('label', {}, element('input', { type: 'checkbox', 'data-layer': layer, checked: !['limits', 'mass'].includes(layer), change: (e) => scene.setLayer(layer, e.target.checked) }), ` ${layer}`),
  );
  show(0);
  return [
    element('div', { class: 'stage' }, canvas, element('div', { class: 'bar' }, play, scrubber, time), element('div', { class: 'toggles' }, ...toggles)),
    element('section', { class: 'plots' }, ...plots.map((one) => one.node)),
  ];
}

/** Mesh and skeleton of what was not understood, with the roles that were found and the joints in question. */
function refusal(doc) {
  const canvas = element('canvas', { id: 'view' });
  const stage = element('div', { class: 'stage' }, canvas);
  document.body.append(stage); // it must have a size to be drawn at
  const scene = new Scene(canvas, doc);
  window.sinew = { scene };
  const toggles = ['mesh', 'skeleton', 'roles', 'grid'].map((layer) =>
    element('label', {}, element('input', { type: 'checkbox', 'data-layer': layer, checked: true, change: (e) => scene.setLayer(layer, e.target.checked) }), ` ${layer}`),
  );
  stage.append(element('div', { class: 'toggles' }, ...toggles));
  const rows = doc.marks.map((mark, index) => ({
    key: `${mark.role} ${index}`,
    index,
    cells: [{ text: mark.role }, { text: mark.name }, { text: mark.by, tone: mark.by === 'unresolved' || mark.by === 'in question' ? 'bad' : 'good' }, number(mark.confidence, 2)],
  }));
  let chosen = null;
  const table = sortableTable(['role', 'joint', 'by', 'sure'], rows, {
    onRow: (row) => {
      chosen = chosen === row.index ? null : row.index;
      for (const tr of table.querySelectorAll('tbody tr')) tr.classList.toggle('chosen', chosen !== null && tr.dataset.key === row.key);
      scene.focusMark(chosen);
    },
  });
  table.id = 'roles';
  const list = element('section', { class: 'plots' }, element('h2', {}, 'Roles: found, and joints in question'), element('div', { class: 'scroll' }, table));
  return [element('div', { class: 'columns' }, stage, list)];
}

function provenance(doc) {
  return element('footer', {}, element('h2', {}, 'Where this comes from'), element('dl', {}, ...doc.provenance.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])));
}

function character(doc) {
  document.title = `Sinew: ${doc.title}`;
  const root = document.getElementById('root');
  if (doc.refused) {
    root.append(summary(doc));
    if (doc.skeleton) root.append(...refusal(doc));
    root.append(findingsList(doc), provenance(doc));
    window.sinew?.scene.resize();
    return;
  }
  const canvas = element('canvas', { id: 'view' });
  root.append(summary(doc));
  const stage = element('div', { class: 'columns' });
  root.append(stage);
  stage.append(canvas);
  const scene = new Scene(canvas, doc);
  stage.replaceChildren(...viewer(doc, canvas, scene));
  root.append(probeTable(doc, scene), findingsList(doc), provenance(doc));
  scene.resize();
  window.sinew = { scene }; // for tests and the curious
}

function index(doc) {
  document.title = 'Sinew: characters';
  const rows = doc.rows.map((row) => ({
    key: row.file,
    cells: [
      { node: row.thumbnail ? element('img', { src: row.thumbnail, alt: '', width: 120, height: 120 }) : '-', value: row.file },
      { node: row.page ? element('a', { href: encodeURI(row.page), title: row.file }, shortened(row.file)) : shortened(row.file), text: row.file },
      { text: row.verdict, tone: row.verdict === 'proved' ? 'good' : 'bad' },
      { text: row.creature },
      number(row.parts, 0),
      number(row.stature_m, 3),
      number(row.coverage_pct, 0),
      number(row.separation_mm, 2),
      number(row.restTime_s, 2),
      number(row.findings, 0),
    ],
  }));
  const columns = ['', 'file', 'verdict', 'creature', 'parts', 'stature m', 'covered %', 'separation at rest mm', 'rest s', 'findings'];
  const table = sortableTable(columns, rows);
  table.id = 'index';
  document.getElementById('root').append(element('header', {}, element('h1', {}, `${doc.rows.length} characters`)), element('div', { class: 'scroll' }, table));
}

const doc = readDocument('document');
(doc.kind === 'index' ? index : character)(doc);
