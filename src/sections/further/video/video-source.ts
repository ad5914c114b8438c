export type VideoSource =
  | { kind: 'file'; url: string }
  | { kind: 'provider'; provider: 'YouTube' | 'Vimeo'; embedUrl: string; pageUrl: string }

const youTube =
  /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{11})(?=[?&#]|$)/
const vimeo = /^https:\/\/(?:www\.)?vimeo\.com\/(\d{5,12})(?:[?#].*)?$/

/** Where a video comes from; undefined for any other address. Embeds use the providers' cookie-reduced players. */
export function videoSource(url: string): VideoSource | undefined {
  if (/^\/media\/[^?#\\]+\.(mp4|webm)$/.test(url)) return { kind: 'file', url }
  const [, youTubeId] = youTube.exec(url) ?? []
  if (youTubeId)
    return {
      kind: 'provider',
      provider: 'YouTube',
      embedUrl: `https://www.youtube-nocookie.com/embed/${youTubeId}?autoplay=1`,
      pageUrl: `https://www.youtube.com/watch?v=${youTubeId}`,
    }
  const [, vimeoId] = vimeo.exec(url) ?? []
  if (vimeoId)
    return {
      kind: 'provider',
      provider: 'Vimeo',
      embedUrl: `https://player.vimeo.com/video/${vimeoId}?autoplay=1&dnt=1`,
      pageUrl: `https://vimeo.com/${vimeoId}`,
    }
  return undefined
}
