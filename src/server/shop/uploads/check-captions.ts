import { wrongCaptions } from './refusals.ts'

const MAX_KB = 500
const TIME = String.raw`(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}`
const CUE = new RegExp(String.raw`^(${TIME})[ \t]+-->[ \t]+(${TIME})(?:[ \t].*)?$`)

/**
 * Checks that a file is a WebVTT file with at least one cue, whose times end after they start. W3C WebVTT §4.
 * @throws 422 under `file` with the line that is wrong.
 */
export function checkCaptions(bytes: Buffer): void {
  if (bytes.length > MAX_KB * 1_024) throw wrongCaptions(`The file is larger than ${MAX_KB} KB`)
  const lines = linesOf(bytes)
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? ''))
    throw wrongCaptions(
      'Please choose a WebVTT file (.vtt), which begins with WEBVTT. An .srt file must be converted.',
    )
  let cues = 0
  for (const [at, line] of lines.entries()) {
    if (!line.includes('-->')) continue
    const [, start = '', end = ''] = CUE.exec(line.trim()) ?? []
    if (start === '') throw wrongCaptions(`Line ${at + 1}: write times as 00:01:02.500 --> 00:01:04.000`)
    if (secondsOf(start) >= secondsOf(end))
      throw wrongCaptions(`Line ${at + 1}: the end must be later than the start`)
    cues += 1
  }
  if (cues === 0) throw wrongCaptions('The file contains no captions')
}

function linesOf(bytes: Buffer): string[] {
  try {
    // The decoder leaves out a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).split(/\r\n|\r|\n/)
  } catch {
    throw wrongCaptions('The file must be encoded as UTF-8')
  }
}

const secondsOf = (time: string) => time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
