import { schemeOf } from '#contract/rules/dark-scheme.ts'
import { fontFaces, fontStack } from '#contract/rules/font-css.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import type { ClosedStoreLook } from '#server/content/storefront/store-status.ts'

/** Runs the countdown, shows the time in the visitor's own time zone and lets people see the password they type. */
export const specialPageScript = `
for (const time of document.querySelectorAll('time')) {
  time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time.dateTime))
}
for (const button of document.querySelectorAll('[data-show]')) {
  const input = document.getElementById(button.dataset.show)
  button.hidden = false
  button.addEventListener('click', () => {
    const isShown = input.type === 'text'
    input.type = isShown ? 'password' : 'text'
    button.setAttribute('aria-pressed', String(!isShown))
    input.focus()
  })
}
const clock = document.querySelector('[data-until]')
if (clock) {
  const until = Date.parse(clock.dataset.until)
  const values = clock.querySelectorAll('dd')
  const tick = () => {
    const seconds = Math.max(0, Math.floor((until - Date.now()) / 1000))
    const parts = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    parts.forEach((part, at) => { values[at].textContent = String(part).padStart(2, '0') })
    if (seconds === 0) { clearInterval(ticking); setTimeout(() => location.replace(clock.dataset.target), 2000 + Math.random() * 8000) }
  }
  const ticking = setInterval(tick, 1000)
  clock.hidden = false
  tick()
}
`

type Palette = Record<'ground' | 'raised' | 'text' | 'muted' | 'primary' | 'on-primary', string>

const light: Palette = {
  ground: '#fbf7f0',
  raised: '#ffffff',
  text: '#2b2621',
  muted: '#655a4f',
  primary: '#8d3a1d',
  'on-primary': '#ffffff',
}

const variables: Record<keyof Palette, string> = {
  ground: '--color-background',
  raised: '--color-surface',
  text: '--text-primary',
  muted: '--text-muted',
  primary: '--color-primary',
  'on-primary': '--color-on-primary',
}

/** Of a closed store, or of a storefront (`offline-page.ts`). */
type Look = Pick<ClosedStoreLook, 'color_scheme' | 'theme_colors' | 'text_colors' | 'typography' | 'fonts'>

/** The scheme of a look; a store without a theme follows the visitor's. */
export function specialPageScheme({ theme_colors, text_colors, color_scheme }: Look) {
  const themed = new Map([...theme_colors, ...text_colors].map(({ variable, color }) => [variable, color]))
  return { themed, scheme: schemeOf(themed.size === 0 ? 'device' : color_scheme, themed) }
}

/** The styles of the special pages in the store's colours and fonts. */
export function specialPageStyle(look: Look): string {
  const { typography, fonts } = look
  const { themed, scheme } = specialPageScheme(look)
  const { colors: dark = themed } = scheme
  const { body, heading } = typography
  const device =
    scheme.name === 'light dark'
      ? `@media (prefers-color-scheme:dark){:root{${declared(paletteOf(dark))};--logo-ground:var(--light)}}`
      : ''
  const always = scheme.name === 'dark' && scheme.colors ? ';--logo-ground:var(--light)' : ''
  const shown = paletteOf(scheme.name === 'dark' ? dark : themed)
  return `${fontFaces({ fonts, typography })}:root{color-scheme:${scheme.name};--light:${paletteOf(themed).ground};${declared(shown)}${always};--body:${fontStack(body.font_family, fonts, 'sans')};--heading:${fontStack(heading.font_family, fonts, 'serif')};--weight:${Number(typography.heading.font_weight)}}${device}${STYLE}`
}

function paletteOf(colors: ReadonlyMap<string, string>): Palette {
  const palette = { ...light }
  for (const name of keysOf(variables)) palette[name] = hex(colors.get(variables[name])) ?? palette[name]
  return palette
}

const declared = (palette: Palette) =>
  Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

const hex = (color: string | undefined) => (color && /^#[0-9a-f]{3,8}$/i.test(color) ? color : undefined)

const STYLE = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;grid-template-rows:auto 1fr auto;background:var(--ground);color:var(--text);font:1.0625rem/1.6 var(--body);text-align:center;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
header{padding:clamp(1.5rem,5vw,3rem) 1.25rem 0;font:var(--weight) 1.375rem/1.2 var(--heading);letter-spacing:.01em}
header img{display:inline-block;background:var(--logo-ground);max-width:min(14rem,60vw);max-height:4rem}
main{align-self:center;width:min(36rem,100% - 2.5rem);margin:0 auto;padding:clamp(2rem,6vw,4rem) 0}
h1{margin:0;font:var(--weight) clamp(2.5rem,9vw,4.25rem)/1.05 var(--heading);letter-spacing:-.015em;text-wrap:balance}
h1::after{content:"";display:block;width:3rem;height:2px;margin:1.75rem auto;background:var(--primary)}
.lead{margin:0 auto;max-width:30rem;font-size:1.1875rem;color:var(--muted);text-wrap:pretty}
.when{margin:1.5rem 0 0;font-weight:600}
.countdown{display:grid;grid-template-columns:repeat(4,1fr);gap:clamp(.5rem,2vw,1rem);margin:2rem 0 0}
.countdown[hidden]{display:none}
.countdown div{display:flex;flex-direction:column-reverse;padding:1rem .25rem .875rem;background:var(--raised);border:1px solid color-mix(in srgb,var(--text) 12%,transparent);border-radius:.75rem}
dt{font-size:.8125rem;color:var(--muted)}
dd{margin:0;font:var(--weight) clamp(1.75rem,7vw,2.75rem)/1.1 var(--heading);font-variant-numeric:tabular-nums}
form{margin:2.25rem auto 0;max-width:30rem;text-align:left}
label{display:block;margin-bottom:.375rem;font-weight:600}
.row{display:flex;align-items:flex-start;gap:.75rem}
.field{position:relative;flex:1;min-width:0}
input:not([type=hidden]){width:100%;min-height:3.25rem;padding:.75rem 1rem;border:1px solid var(--muted);border-radius:.625rem;background:var(--raised);color:var(--text);font:inherit}
input[aria-invalid=true]{border-width:2px;border-color:var(--text)}
button,.button{min-height:3.25rem;padding:.75rem 1.5rem;border:1px solid transparent;border-radius:999px;background:var(--primary);color:var(--on-primary);font:inherit;font-weight:600;text-decoration:none;white-space:nowrap;cursor:pointer}
.button{display:inline-flex;align-items:center;margin-top:2rem}
.show{position:absolute;right:.25rem;top:.25rem;min-height:2.75rem;padding:0 .875rem;background:none;color:var(--text);font-size:.9375rem}
.field:has(.show:not([hidden])) input{padding-right:5rem}
.show[aria-pressed=true]{text-decoration:underline}
:focus-visible{outline:3px solid var(--primary);outline-offset:2px}
.error{margin:.75rem 0 0;padding-left:.75rem;border-left:3px solid currentColor;font-weight:600}
.hint{margin:.75rem 0 0;font-size:.9375rem;color:var(--muted)}
.done{margin:2.25rem auto 0;max-width:30rem;padding:1.25rem;background:var(--raised);border:1px solid color-mix(in srgb,var(--text) 12%,transparent);border-radius:.75rem;font-weight:600}
.trap{position:absolute;left:-9999px}
footer{padding:0 1.25rem max(1.5rem,env(safe-area-inset-bottom))}
footer ul{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1.25rem;margin:0;padding:0;list-style:none}
footer a{display:inline-block;padding:.625rem 0;color:var(--muted)}
@media (max-width:30rem){.row{flex-direction:column;align-items:stretch}}
@media (forced-colors:active){h1::after{background:CanvasText}button,.button{border-color:ButtonText}}
`
