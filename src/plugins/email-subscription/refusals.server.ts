import { notFound } from '#server/kernel/errors.ts'

export const unknownSubscriber = () => notFound('This subscription could not be found')
