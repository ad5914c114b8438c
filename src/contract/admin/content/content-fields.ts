import { Text } from '#contract/shapes.ts'

/** Fields that several kinds of content records have. */
export const Key = Text(200).default('').meta({
  title: 'Key',
  description: 'Sections refer to the record by it; made from the name when empty.',
})

/** Where a link may lead: a page of this shop, a place on the page, the web, mail or phone. */
export const linkPattern = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i

const linkHelp = 'Starts with /, #, https://, mailto: or tel:'

/** An address as links have it; empty for none. */
export const Link = Text(500)
  .refine((text) => text === '' || linkPattern.test(text), `Please enter an address that ${lower(linkHelp)}`)
  .default('')
  .meta({ title: 'Link', description: linkHelp, widget: 'link' })

function lower(text: string) {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
