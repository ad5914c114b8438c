import { notFound, rejected } from '#server/platform/kernel/errors.ts'

export const addressNotFound = () => notFound('This address is not in your address book')

/** @param most number of addresses that an address book holds */
export const addressBookFull = (most: number) =>
  rejected(
    'ADDRESS_BOOK_FULL',
    `Your address book is full: it holds ${most} addresses. Remove one you no longer use.`,
  )
