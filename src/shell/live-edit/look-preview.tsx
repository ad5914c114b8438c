import { useEffect, useState } from 'react'
import { fontFaces } from '#contract/rules/font-css.ts'
import { isRecord } from '#contract/rules/own-value.ts'
import { usePage } from '#pages/use-page.ts'
import { type Theme, themeCss } from '../theme-css.ts'
import { openEditorWindow } from './editor-window.ts'

/**
 * The whole shop in the frame of the appearance screen: its links stay in the preview, and colours, fonts and corners that are being
 * chosen are shown at once. ADR 0049.
 */
export function LookPreview({ host }: { host: string }) {
  const { url } = usePage()
  const [editor] = useState(() => openEditorWindow(host))
  // Its styles make room for controls.
  useEffect(() => document.body.classList.remove('preview'), [url])
  useEffect(() => {
    let token = new URLSearchParams(location.search).get('preview') ?? ''
    const show = createLook()
    const stops = [
      stayInPreview(() => token),
      editor.listen((message) => {
        if (message.type === 'look:update') {
          token = message.payload.token
          show(message.payload.look)
        }
        if (message.type === 'page:reload') location.replace(withToken(location.href, token))
      }),
    ]
    editor.send({ type: 'ready', payload: { id: 0, height: 0 } })
    return () => stops.forEach((stop) => void stop())
  }, [editor])
  return null
}

/** Replaces the theme of the document, which its policy does not allow for a style element. A theme that is not valid yet changes nothing. */
function createLook() {
  const theme = [...document.querySelectorAll('style')].find(({ textContent }) =>
    textContent.includes('@layer theme{'),
  )
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  return (look: Record<string, unknown>) => {
    if (!isTheme(look)) return
    if (theme) theme.media = 'not all'
    sheet.replaceSync(fontFaces(look) + themeCss(look))
  }
}

/** Adds the token to links and search forms, so that the next page is part of the preview, and holds other forms and sites back. */
function stayInPreview(token: () => string) {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.href || link.getAttribute('href')?.startsWith('#')) return
    if (link.origin === location.origin) link.href = withToken(link.href, token())
    else event.preventDefault()
    link.removeAttribute('target')
  }
  const onSubmit = (event: SubmitEvent) => {
    if (!event.defaultPrevented) event.preventDefault()
  }
  addEventListener('click', onClick, { capture: true })
  addEventListener('submit', onSubmit)
  return () => {
    removeEventListener('click', onClick, { capture: true })
    removeEventListener('submit', onSubmit)
  }
}

function withToken(href: string, token: string): string {
  const url = new URL(href)
  url.searchParams.set('preview', token)
  return url.href
}

/** What the theme is drawn from, with the form in which it comes from the back office's window. */
function isTheme(look: Record<string, unknown>): look is Theme {
  const { background, typography, fonts, theme_colors, text_colors } = look
  return (
    ['light', 'dark', 'device'].includes(String(look.color_scheme)) &&
    ['Boxed Content', 'Full Width'].includes(String(look.page_layout)) &&
    typeof look.radius === 'string' &&
    CSS.supports('width', look.radius) &&
    isListOf(theme_colors, isColor) &&
    isListOf(text_colors, isColor) &&
    isListOf(fonts, (font) => TEXTS.every((name) => typeof font[name] === 'string')) &&
    isRecord(typography) &&
    isFont(typography.body) &&
    isFont(typography.heading) &&
    isRecord(background) &&
    (background.color === null || isHex(background.color)) &&
    (background.image === null || (isRecord(background.image) && typeof background.image.path === 'string'))
  )
}

const TEXTS = ['family', 'path', 'weight_range']

const isListOf = (value: unknown, isEntry: (entry: Record<string, unknown>) => boolean) =>
  Array.isArray(value) && value.every((entry) => isRecord(entry) && isEntry(entry))
const isHex = (value: unknown) =>
  typeof value === 'string' && /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(value)
const isColor = ({ variable, color }: Record<string, unknown>) => typeof variable === 'string' && isHex(color)
const isFont = (value: unknown) =>
  isRecord(value) &&
  typeof value.font_family === 'string' &&
  typeof value.font_size === 'string' &&
  typeof value.font_weight === 'number'
