import { notFound, rejected, ShopError } from '#server/platform/kernel/errors.ts'

/** @param isOpen false: the store is in another mode, or behind a password. */
export const modeNotActive = (isOpen: boolean) =>
  rejected('MODE_NOT_ACTIVE', isOpen ? 'The store is open' : 'The store is not in this mode')

export const wrongStorePassword = () => new ShopError(401, 'PASSWORD_INVALID', 'The password is incorrect')

export const unknownSetting = (key: string) => notFound(`Unknown setting: ${key}`)

export const noAppearanceDraft = () =>
  rejected('NO_DRAFT', 'There is nothing to publish: the shop looks like this already')

export const appearanceVersionNotFound = () => notFound('This version could not be found')
