/** What the colours of a theme are called, in the order of forms. */
export const colorNames: Readonly<Record<string, string>> = {
  '--color-primary': 'Primary',
  '--color-on-primary': 'Text on primary',
  '--color-accent': 'Accent',
  '--color-on-accent': 'Text on accent',
  '--color-background': 'Background',
  '--color-surface': 'Surface',
  '--color-surface-raised': 'Raised surface',
  '--color-border': 'Border',
  '--color-border-strong': 'Strong border',
  '--color-sale': 'Sale',
  '--color-success': 'Success',
  '--color-error': 'Error',
  '--text-primary': 'Main text',
  '--text-muted': 'Muted text',
}

/** `--color-my-tone` is "My tone" when a theme adds it. */
export function colorName(variable: string): string {
  const text = variable.replace(/^--(color-)?/, '').replaceAll('-', ' ')
  return colorNames[variable] ?? `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** The colours of `base.css`, which a theme replaces one by one. */
export const plainColors: Readonly<Record<string, string>> = {
  '--color-background': '#fbf7f0',
  '--color-surface': '#fff',
  '--color-surface-raised': '#f3ebdf',
  '--color-border': '#e4d9ca',
  '--color-border-strong': '#8b7d6d',
  '--color-primary': '#9a3f1f',
  '--color-on-primary': '#fff',
  '--color-accent': '#2a5b57',
  '--color-on-accent': '#fff',
  '--color-sale': '#a32d1f',
  '--color-success': '#2c6a3f',
  '--color-error': '#a8201a',
  '--text-primary': '#2b2621',
  '--text-muted': '#655a4f',
}
