import { z } from 'zod'
import { Tile } from '../section-shapes.ts'

export const settings = z.object({ title: z.string().default(''), items: z.array(Tile).default([]) })
