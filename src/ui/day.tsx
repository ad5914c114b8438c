import { dayText, isoDayText } from '#contract/rules/day-text.ts'

type Props = { time: string; locale: string; timeZone: string }

/** A formatted date. Browsers abbreviate some months differently from the server, whose text then stays. */
export const Day = ({ time, locale, timeZone }: Props) => (
  <time dateTime={isoDayText(time, timeZone)} suppressHydrationWarning>
    {dayText(time, locale, timeZone)}
  </time>
)
