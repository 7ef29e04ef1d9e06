/** Builds an element: attributes by name, listeners as functions, children as nodes or text. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children.map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))));
  return made;
}

/** A table whose header cells sort its rows. `rows` hold {cells, ...}; a cell is text or {text, value, tone}. */
export function sortableTable(columns, rows, { onRow } = {}) {
  const body = element('tbody');
  const cellOf = (cell) => (typeof cell === 'object' && cell !== null ? cell : { text: cell, value: cell });
  const fill = (ordered) => {
    body.replaceChildren(
      ...ordered.map((row) =>
        element(
          'tr',
          { 'data-key': row.key, tabindex: onRow ? 0 : undefined, click: () => onRow?.(row), keydown: (e) => e.key === 'Enter' && onRow?.(row) },
          ...row.cells.map(cellOf).map((cell) =>
            element('td', { class: [typeof cell.value === 'number' ? 'number' : '', cell.tone ?? ''].join(' ').trim() || undefined }, cell.node ?? cell.text ?? ''),
          ),
        ),
      ),
    );
  };
  let sorted = -1;
  let direction = 1;
  const sortBy = (index) => {
    direction = sorted === index ? -direction : 1;
    sorted = index;
    const key = (row) => cellOf(row.cells[index]).value ?? cellOf(row.cells[index]).text ?? '';
    fill(
      [...rows].sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        return direction * (typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y)));
      }),
    );
  };
  fill(rows);
  const numeric = columns.map((_, index) => rows.some((row) => typeof cellOf(row.cells[index]).value === 'number'));
  const head = element('tr', {}, ...columns.map((column, index) => element('th', { class: numeric[index] ? 'number' : undefined, click: () => sortBy(index), title: 'sort' }, column)));
  return element('table', {}, element('thead', {}, head), body);
}
