import { notFound } from '#server/platform/kernel/errors.ts'

export const unknownSubscriber = () => notFound('This subscription could not be found')
