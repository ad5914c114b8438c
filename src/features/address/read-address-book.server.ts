import type { Api } from '#contract/client.ts'
import { orThrow } from '#contract/envelope.ts'
import type { AddressField } from '#contract/storefront.ts'

/** The address book, and the form fields of the shop's own country. */
export async function readAddressBook(api: Api) {
  const [addresses, countries, storefront] = await Promise.all([
    api.address.all().then(orThrow),
    api.settings.countries().then(orThrow),
    api.storefront.all().then(orThrow),
  ])
  const countryId = storefront.channel.country.id
  const fields: Record<number, AddressField[]> = {
    [countryId]: orThrow(await api.settings.addressFields({ country: countryId, type: 'Shipping' })),
  }
  return { addresses, countries, countryId, fields }
}
