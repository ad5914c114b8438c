import { notFound, rejected, ShopError } from '../kernel/errors.ts'

export const storeIsOpen = () => rejected('MODE_NOT_ACTIVE', 'The store is open')

export const wrongStorePassword = () => new ShopError(401, 'PASSWORD_INVALID', 'The password is incorrect')

export const unknownSetting = (key: string) => notFound(`Unknown setting: ${key}`)
