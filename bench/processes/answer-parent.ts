/** What a child can be requested to do, by name. */
export type Answers = Record<string, (input: never) => unknown>

export type Question = { id: number; name: string; input: unknown }
export type Answer = { id: number; value?: unknown; error?: string }

/**
 * Makes this process answer its parent's requests (`start-process.ts`). When the parent disconnects or ends, it runs `stop` and
 * exits.
 */
export function answerParent({ stop, ...answers }: Answers & { stop: () => unknown }) {
  process.on('message', async ({ id, name, input }: Question) => {
    const reply = await answerOf(answers, name, input)
    process.send?.({ id, ...reply } satisfies Answer)
  })
  process.on('disconnect', async () => {
    await stop()
    process.exit(0)
  })
  // A Ctrl-C reaches every process of the terminal; ours are stopped in order, by the parent.
  process.on('SIGINT', () => {})
}

async function answerOf(answers: Answers, name: string, input: unknown): Promise<Omit<Answer, 'id'>> {
  try {
    const answer = answers[name]
    if (!answer) throw new Error(`Nothing answers ${name}`)
    return { value: await answer(input as never) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
