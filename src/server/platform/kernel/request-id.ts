import { AsyncLocalStorage } from 'node:async_hooks'

const requestIds = new AsyncLocalStorage<string>()

/** Runs `work`, and everything that it starts, as part of this request. */
export const withRequestId = <Result>(id: string, work: () => Result): Result => requestIds.run(id, work)

/** The request being answered; undefined in background work. The HTTP adapters set it, log lines contain it. */
export const currentRequestId = (): string | undefined => requestIds.getStore()
