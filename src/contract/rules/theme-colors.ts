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
