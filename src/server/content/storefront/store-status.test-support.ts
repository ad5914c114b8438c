import { plainAppearance } from './appearance.ts'
import type { StoreStatus } from './store-status.ts'

/** The status of an open store. */
export const openStoreStatus = (more: Partial<StoreStatus> = {}): StoreStatus => ({
  isLicensed: true,
  supportEmail: undefined,
  mode: 'Normal',
  passwordKey: undefined,
  staffSessions: new Map(),
  look: { ...plainAppearance, name: 'Teapots', locale: 'en-IN', favicon: null, social: [] },
  ...more,
})
