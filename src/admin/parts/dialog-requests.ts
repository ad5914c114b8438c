import { create } from 'zustand'

/** What any screen may have to ask: proof of identity, a new sign-in, whether to leave unsaved changes. */
export type Question = 'proof' | 'sign-in' | 'leave'

type Request = { settle: (answer: boolean) => void; host: string | undefined }
type State = {
  requests: Readonly<Partial<Record<Question, Request | undefined>>>
  /** The dialogs that can show a question, the innermost last: it must be inside the dialog that is open. */
  hosts: readonly string[]
}

const useDialogRequests = create<State>(() => ({ requests: {}, hosts: [] }))
const pending = new Map<Question, Promise<boolean>>()

/** Asks staff; those who ask the same at the same time share one dialog. False when it is cancelled, or nothing can show it. */
export function ask(question: Question): Promise<boolean> {
  const pendingAnswer = pending.get(question)
  if (pendingAnswer) return pendingAnswer
  const { hosts } = useDialogRequests.getState()
  if (hosts.length === 0) return Promise.resolve(false)
  const answer = new Promise<boolean>((settle) => set(question, { settle, host: hosts.at(-1) })).finally(
    () => {
      pending.delete(question)
      set(question, undefined)
    },
  )
  pending.set(question, answer)
  return answer
}

const set = (question: Question, request: Request | undefined) =>
  useDialogRequests.setState(({ requests }) => ({ requests: { ...requests, [question]: request } }))

/** The question's answer function, when this host shows it. */
export function useRequest(question: Question, host: string): Request['settle'] | undefined {
  return useDialogRequests(({ requests, hosts }) => {
    const request = requests[question]
    if (!request) return undefined
    // The dialog that was open at the request may be gone.
    const shown = hosts.includes(request.host ?? '') ? request.host : hosts.at(-1)
    return shown === host ? request.settle : undefined
  })
}

/** Registers a dialog that can show questions, while it is mounted. */
export function addDialogHost(host: string): () => void {
  useDialogRequests.setState(({ hosts }) => ({ hosts: [...hosts, host] }))
  return () => useDialogRequests.setState(({ hosts }) => ({ hosts: hosts.filter((one) => one !== host) }))
}
