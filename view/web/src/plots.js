import { element } from './dom.js';

const kWidth = 420;
const kHeight = 90;
const svg = (tag, attributes, ...children) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
};

/** One quantity over time, with a cursor that follows the scrubber. Returns {node, move(frame)}. */
export function plot(title, unit, values, dt, bar) {
  const low = Math.min(0, ...values);
  const high = Math.max(...values, bar ?? 0, 1e-9);
  const x = (frame) => (values.length > 1 ? (frame / (values.length - 1)) * kWidth : 0);
  const y = (value) => kHeight - 4 - ((value - low) / (high - low || 1)) * (kHeight - 8);
  const path = values.map((value, frame) => `${frame === 0 ? 'M' : 'L'}${x(frame).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const cursor = svg('line', { y1: 0, y2: kHeight, class: 'cursor' });
  const picture = svg('svg', { viewBox: `0 0 ${kWidth} ${kHeight}`, class: 'plot', role: 'img', 'aria-label': title });
  if (bar !== undefined) picture.append(svg('line', { x1: 0, x2: kWidth, y1: y(bar), y2: y(bar), class: 'bar' }));
  picture.append(svg('path', { d: path, class: 'curve' }), cursor);
  const label = element('span', { class: 'value' });
  const move = (frame) => {
    const at = Math.max(0, Math.min(frame, values.length - 1));
    cursor.setAttribute('x1', x(at));
    cursor.setAttribute('x2', x(at));
    label.textContent = `${(values[at] ?? 0).toFixed(2)} ${unit} at ${(at * dt).toFixed(2)} s`;
  };
  move(0);
  const peak = `peak ${Math.max(...values).toFixed(1)} ${unit}`;
  const caption = bar === undefined ? `${title} (${peak})` : `${title} (${peak}; at rest at most ${bar})`;
  return { node: element('figure', {}, element('figcaption', {}, caption, ' ', label), picture), move };
}
