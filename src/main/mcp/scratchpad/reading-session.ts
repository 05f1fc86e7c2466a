import type { ActiveSession } from '../../recording/active-session.ts'

/** All that reading needs to know of a session; a recorded one is in use no more and still read. */
export type ReadingSession = Pick<ActiveSession, 'client' | 'id' | 'projectId' | 'currentTurn'>
