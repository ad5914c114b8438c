/** A color by lightness and chroma as they are perceived; hue in degrees. CSS Color 4, section 9. */
export type Oklch = { lightness: number; chroma: number; hue: number }

/** @param color `#rgb` or `#rrggbb`; more digits, which are opacity, are ignored. */
export function toOklch(color: string): Oklch | undefined {
  const digits = /^#(?:([0-9a-f]{3})[0-9a-f]?|([0-9a-f]{6})(?:[0-9a-f]{2})?)$/i.exec(color)
  const pairs = digits?.[1] ? [...digits[1]].map((digit) => digit + digit) : digits?.[2]?.match(/../g)
  if (!pairs) return undefined
  const [r = 0, g = 0, b = 0] = pairs.map((pair) => linear(Number.parseInt(pair, 16) / 255))
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(x, y),
    hue: (Math.atan2(y, x) * 180) / Math.PI,
  }
}

/** As `#rrggbb`; channels outside sRGB are cut off. */
export function fromOklch({ lightness, chroma, hue }: Oklch): string {
  const x = chroma * Math.cos((hue * Math.PI) / 180)
  const y = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${channels.map((channel) => hexOf(gamma(Math.min(1, Math.max(0, channel))))).join('')}`
}

const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
const gamma = (share: number) => (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055)
const hexOf = (share: number) =>
  Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')
