import { z } from 'zod'
import { Block } from '../section-shapes.ts'

export const settings = z.object({ title: z.string().default(''), blocks: z.array(Block).default([]) })
