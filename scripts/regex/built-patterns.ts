/**
 * Patterns that are built while the program runs, by file: what they are made of, and one that stands for them in the measurement.
 */
export const builtPatterns: Readonly<Record<string, { like: RegExp; because: string }>> = {
  'src/admin/form/blocks-nodes.ts': { like: /^#{3}\s$/, because: 'a digit is inserted' },
  'src/contract/form.ts': { like: /^(?:)$/u, because: 'only compiled, to see whether it is a pattern' },
  'src/contract/rules/address.ts': {
    like: /^[1-9][0-9]{5}$/u,
    because:
      'patterns of the database’s countries and address fields, which no call writes; the text is at most the field’s length',
  },
  'src/contract/rules/validate-field.ts': {
    like: /^(?:[A-Z]{2}\d+)$/u,
    because:
      'a pattern of staff: refused when it is slow (`src/server/content/pages/editing/slow-pattern.ts`)',
  },
  'src/features/address/use-postcode-location.ts': {
    like: /^[1-9][0-9]{5}$/,
    because: 'patterns of the database’s countries, which no call writes; runs in the visitor’s own browser',
  },
  'src/pages/route-table.ts': {
    like: /^\/product\/(?<slug>[^/]+(?:\/[^/]+)*)\/?$/,
    because: 'made of the route table',
  },
  'src/server/people/auth/hash-password.ts': {
    like: /(?:^|,)m=(\d+)/,
    because: 'the name of a parameter is inserted',
  },
  'src/server/shop/channels/channel-selection.ts': {
    like: /(?:^|;\s*)channel=([\w-]{1,32})(?:;|$)/,
    because: 'the name of a cookie is inserted',
  },
  'src/server/commerce/orders/invoices/text-runs.ts': {
    like: /^[\n\u0020-\u007e]*$/u,
    because: 'the letters of a font, repeated',
  },
  'src/server/shop/settings/editing/import-pincodes.ts': {
    like: /^[1-9][0-9]{5}$/,
    because: 'patterns of the database’s countries, which no call writes',
  },
  'src/server/shop/uploads/check-captions.ts': {
    like: /^((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t].*)?$/,
    because: 'a pattern of a time is inserted twice',
  },
}
