/**
 * Tables with a lesson. There every refusal is explained; in a real match an explanation would cover the cards during
 * the race, so the bell's table shows a short hint instead.
 */

import type { TableState } from '../../table/table.svelte'

const lessons = new WeakSet<TableState>()

export const teachAt = (table: TableState): void => void lessons.add(table)
export const isLesson = (table: TableState): boolean => lessons.has(table)
