// Cubot is a phone manufacturer, not a bot.
const BOTS =
  /(?<!cu)bot|crawl|spider|slurp|externalhit|embedly|whatsapp\/|bingpreview|mediapartners|apis-google|inspectiontool/i

/**
 * Whether a user agent is a search engine's or a link preview's. Bots keep the server's HTML and never get an
 * error page. Decisions §3 Bots.
 */
export const isBot = (userAgent: string) => BOTS.test(userAgent)
