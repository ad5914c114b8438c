import type { Api } from '#contract/client.ts'
import type { AddressField } from '#contract/storefront.ts'
import { required } from '#pages/reads.ts'

/**
 * The address book, and the form fields of the shop's own country, of the address that is edited, and of a chosen country.
 */
export async function readAddressBook(api: Api, edit: string | null, country: number | null) {
  const [addresses, countries, storefront] = await Promise.all([
    required(api.address.all()),
    required(api.settings.countries()),
    required(api.storefront.all()),
  ])
  const countryId = storefront.channel.country.id
  const edited = addresses.find(({ id }) => String(id) === edit)?.country_id
  const fields: Record<number, AddressField[]> = {}
  for (const id of new Set([countryId, edited, country].filter((one) => typeof one === 'number')))
    fields[id] = await required(api.settings.addressFields({ country: id, type: 'Shipping' }))
  return { addresses, countries, countryId, fields }
}
