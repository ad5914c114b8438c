import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer } from './api.ts'

/** A record's id: from an address it is a text. */
type Id = string | number | undefined

/**
 * The key of everything that screens read and keep (TanStack Query). The author of a change finds here what else shows it; plugins
 * keep what only they read under a key that begins with their name.
 */
export const queryKeys = {
  /** Without an input: all pages and searches of a list, to read them again. */
  list: (resource: string, input?: object) => (input ? ['list', resource, input] : ['list', resource]),
  record: (resource: string, id: Id) => ['record', resource, String(id)],
  schema: (resource: string) => ['schema', resource],
  recordNames: (ids: unknown) => ['record names', ids],
  titles: (resource: string | undefined) => ['titles', resource],
  settings: (group: string) => ['settings', group],
  allSettings: ['settings'],
  report: (state: object) => ['report', state],
  /** Without a part: all cards of the home screen, to read them again. */
  home: (part?: string, channel?: string) => (part ? ['home', part, channel] : ['home']),
  homeLayout: ['home layout'],
  search: (q: string) => ['search', q],
  passkeys: ['own passkeys'],

  orderBatch: ['order batch'],
  /** Without a product: the answers for all of them, to read them again. */
  orderFilters: (product?: Id | null) =>
    product === undefined ? ['order filters'] : ['order filters', product],
  orderChange: (id: Id) => ['order change', String(id)],
  couriers: ['couriers'],
  courierRates: (id: Id, weight: number | undefined) => ['courier rates', String(id), weight],
  orderExchange: (id: Id) => ['order exchange', String(id)],
  customerChoices: (product?: Id | null) =>
    product === undefined ? ['customer choices'] : ['customer choices', product],
  customerSegments: ['customer segments'],
  customerDuplicates: (id: Id) => ['customer duplicates', String(id)],

  phoneForm: ['phone form'],
  phoneProducts: (q: string) => ['phone products', q],

  categoryTree: ['category tree'],
  collectionPreview: (rules: unknown) => ['collection preview', rules],
  productBatch: (id: Id) => ['product batch', id],
  productImport: (id: Id) => ['product import', id],
  productNames: (ids: readonly number[]) => ['product names', ids.join()],
  productOptions: ['product options'],
  productSearch: (q: string) => ['product search', q],
  productStock: (id: Id) => ['product stock', id],
  listedGoods: (channel: string, ids: readonly number[]) => ['listed goods', channel, ids],
  promotionPreview: (input: unknown) => ['promotion preview', input],
  couponCodes: (id: Id) => ['coupon codes', id],

  chosenRecords: (kind: string, q: string) => ['choose', kind, q],
  pictures: (q: string, page: number) => ['choose picture', q, page],
  allPictures: ['choose picture'],
  focalPoint: (path: string) => ['focal point', path],
  menuLevels: (id: Id) => ['menu levels', id],
  pageVersions: (id: Id, revision: string | number) => ['page-versions', id, revision],
  pageVersion: (id: Id, number: number) => ['page-version', id, number],
  sectionTypes: ['section-types'],
  submissionAssignees: ['submission assignees'],

  customFields: (area: string) => ['custom fields', area],
  channelLaw: (id: Id) => ['law of channel', id],
  channelMethods: ['payment methods of channels'],
  paymentKeys: (id: Id) => ['payment keys', id],
  demoData: ['demo data'],
  mails: ['mails'],
  plugins: ['plugins'],
  /** Without a part: all that depends on the draft of the appearance. */
  appearance: (part?: 'state' | 'versions' | 'themes' | 'preview') =>
    part ? ['appearance', part] : ['appearance'],
  services: ['services'],
  system: ['system'],
  failedMessages: ['failed messages'],
} as const

/** What a call of the back office answers with, cached under its key. */
export const useAnswer = <Data>(
  queryKey: readonly unknown[],
  call: (signal: AbortSignal) => Promise<Answer<Data>>,
  options: Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'> = {},
) => useQuery({ queryKey, queryFn: async ({ signal }) => (await call(signal)).data, ...options })

/** How long typing must pause before a preview is read. */
const pauseMs = 300

/** The value once it has not changed for a moment, for the key of a preview. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
