/** A phrase that has a plainer, more searchable form. */
export type Phrase = { pattern: RegExp; instead: string }

/**
 * Phrases that comments, test titles, documents and commit subjects must not contain, each with what to write. The list grows:
 * add a phrase when a reviewer had to ask what it means.
 */
export const phrases: readonly Phrase[] = [
  { pattern: /\bwhoever\b/i, instead: 'the subject: customer, visitor, operator, caller' },
  {
    pattern: /\b(some|no|every)body(?:['’]s)?\b/i,
    instead: 'the subject: a customer, no visitor, all processes',
  },
  { pattern: /\bone['’]s\b/i, instead: 'the owner: the customer’s, their' },
  { pattern: /\bone who\b/i, instead: 'the subject: a visitor who' },
  { pattern: /\bwhat was\b/i, instead: 'the noun: the captured amount, the cached value' },
  { pattern: /\bof which\b/i, instead: 'whose, or a second sentence' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bmeanwhile\b/i, instead: 'in the meantime, concurrently, or the concrete event' },
  { pattern: /\bin earnest\b/i, instead: 'in production, for real' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\b(?:is|are|be|was|were|been|being) told\b/i, instead: 'receives, is notified, gets' },
  { pattern: /\bhear(?:s|d)?(?: of| about)?\b/i, instead: 'is notified of, receives, listens' },
  { pattern: /\bcome(?:s)? by\b/i, instead: 'gets, arrives' },
  { pattern: /\bby the way\b/i, instead: 'also, or leave it out' },
  { pattern: /\bheads? for\b/i, instead: 'navigates to, is about to open' },
  {
    pattern: /\b(?<!write-)stands?\b(?! for\b| in for\b| alone\b|ard|-in)/i,
    instead: 'is, appears, is stored',
  },
  { pattern: /\bwish(?:es)?\b(?!list)/i, instead: 'request, wishlist item' },
  { pattern: /\bpapers?\b/i, instead: 'document' },
  { pattern: /\bshel(?:f|ves)\b/i, instead: 'cache, index' },
  { pattern: /\blooks? after\b/i, instead: 'manages' },
  { pattern: /\b(?:gives?|given|giving) (?:it )?back\b/i, instead: 'returns, restores' },
  { pattern: /\btakes? (?:it )?in\b/i, instead: 'records, imports' },
  { pattern: /\bin vain\b/i, instead: 'without effect' },
  { pattern: /\blets? go of\b/i, instead: 'releases' },
  { pattern: /\bso it is with\b/i, instead: 'a title that names subject and condition' },
  { pattern: /\bthe house\b/i, instead: 'the architecture, the project' },
  { pattern: /\bhas its say\b|\bmay say\b|\bcannot say\b/i, instead: 'may import, decides' },
  { pattern: /\bnews\b(?!letter)/i, instead: 'message, notification, event, update' },
  { pattern: /\bstory\b(?! section)/i, instead: 'test, scenario, history' },
  { pattern: /\bdoors?\b/i, instead: 'entry point, exception' },
  {
    pattern: /\ball of a sudden\b|\bhenceforth\b|\bthereby\b|\bwherein\b|\blest\b/i,
    instead: 'current English',
  },
]

/** Identifiers of the code that have a standard term, each with that term. Strings and comments may contain them. */
export const identifiers: readonly Phrase[] = [
  { pattern: /\bserveFound\b|\breadFound\b|\bFinding\b/, instead: 'serveSeo, SeoContext' },
  {
    pattern: /\bChannelShelf\b|\bcreateShelf\b|\bweighAgain\b/,
    instead: 'ChannelIndex, createLruStore, updateSize',
  },
  { pattern: /\b(?:wish|wishes|\w*Wish)\b/, instead: 'request, or the noun that is requested' },
  { pattern: /\b(?:told|heard)\b/, instead: 'received, delivered, notified' },
  {
    pattern: /\b\w*(?:Asked|Kept|Anew)\w*\b/,
    instead: 'requested, prompted, queried; stored, cached, retained; re…',
  },
  { pattern: /\bPaperKind\b|\bTaxPaper\b|\bdrawPaper\b/, instead: 'DocumentKind, TaxDocument, renderPdf' },
  {
    pattern: /\bnoSooner\b|\bwhenWanted\b|\bbringNews\b|\bgiveNewsBack\b/,
    instead: 'withMinimumDuration, onInteractionOrIdle, moveLiveRegionsInto, restoreLiveRegions',
  },
  {
    pattern: /\bStoreStanding\b|\bisWelcome\b|\bunspeaking\b/,
    instead: 'StoreStatus, isSubscribed, bannedNames',
  },
]
