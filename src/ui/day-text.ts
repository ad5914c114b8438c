/**
 * A formatted date: `24 Nov 2026`. `timeZone` is the shop's, sent by the server, so that both sides format
 * the same date.
 */
export const dayText = (time: string, locale: string, timeZone: string) =>
  withSpaces(new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(time)))

/** With the time: `24 Nov 2026, 10:15 am`. */
export const timeText = (time: string, locale: string, timeZone: string) =>
  withSpaces(
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
      new Date(time),
    ),
  )

/** WebKit's older locale data writes `24-Nov-2026` in Indian English, unlike the server. */
const withSpaces = (text: string) => text.replace(/(\d)-(\p{L}+)-(?=\d)/u, '$1 $2 ')
