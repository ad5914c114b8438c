/**
 * The contrast of two colours as in WCAG 2.2, from 1 to 21; undefined for an unreadable color. A transparent one is mixed with what
 * is below: the text with its ground, the ground with the page.
 */
export function contrastOf(text: string, ground: string, page = '#fff'): number | undefined {
  const below = rgbOf(ground, rgbOf(page))
  const above = below && rgbOf(text, below)
  return above && ratioOf(above, below)
}

export function ratioOf(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

export type Rgb = [number, number, number]

/** `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, mixed with `below`. */
export function rgbOf(color: string, below: Rgb = [255, 255, 255]): Rgb | undefined {
  if (!/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(color)) return undefined
  const digits =
    color.length < 6 ? [...color.slice(1)].map((digit) => digit + digit) : color.slice(1).match(/../g)
  const [red = 0, green = 0, blue = 0, alpha = 255] = (digits ?? []).map((pair) => Number.parseInt(pair, 16))
  const mixed = (channel: number, under: number) => under + ((channel - under) * alpha) / 255
  return [mixed(red, below[0]), mixed(green, below[1]), mixed(blue, below[2])]
}

function luminanceOf(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
