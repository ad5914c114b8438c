// `cubot` is a maker of telephones.
const BOTS =
  /(?<!cu)bot|crawl|spider|slurp|externalhit|embedly|whatsapp\/|bingpreview|mediapartners|apis-google|inspectiontool/i

/**
 * Whether a user agent is a search engine's or a link preview's. Bots keep the server's HTML and never see an error
 * page. Decisions §3 Bots.
 */
export const isBot = (userAgent: string) => BOTS.test(userAgent)
