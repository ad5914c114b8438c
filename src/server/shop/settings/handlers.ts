import type { settingsEndpoints } from '#contract/storefront.ts'
import { remember } from '#server/platform/changes/remember.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { readAddressFields } from './read-address-fields.ts'
import { readCountries } from './read-countries.ts'
import { readPostcodeLocation } from './read-postcode-location.ts'
import { pickSettings, rememberedSettings } from './read-settings.ts'

export const settingsHandlers: Handlers<typeof settingsEndpoints> = {
  get: async ({ keys }, call) => pickSettings(await rememberedSettings(call.db, call), keys),

  countries(_input, call) {
    call.tag('settings')
    return remember(call, 'countries', ['settings'], () => readCountries(call.db))
  },

  addressFields({ country }, call) {
    call.tag('settings')
    const key = `address fields ${country ?? 0}`
    return remember(call, key, ['settings'], () => readAddressFields(call.db, country))
  },

  postcode: ({ country, postcode }, call) => readPostcodeLocation(call.db, country, postcode),
}
