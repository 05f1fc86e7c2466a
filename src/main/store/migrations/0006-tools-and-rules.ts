/**
 * What a recording has to know of the day it was made: the tools that its agent was offered, so that they can be offered again, and the
 * rule that decided each call, so that another rule can be held against it. Both are the same for thousands of calls, so each is kept
 * once, under its hash: in another home, or in a file, it has the same one.
 */
export const toolsAndRules = `
CREATE TABLE tool_lists (
  sha256 TEXT PRIMARY KEY,
  -- JSON: [{server, tool, publicName, definition}]
  tools TEXT NOT NULL
) STRICT;

CREATE TABLE session_tools (
  session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  tool_list TEXT NOT NULL REFERENCES tool_lists (sha256),
  at INTEGER NOT NULL,
  PRIMARY KEY (session, tool_list)
) STRICT;

-- JSON of what of a policy's rule decides how a result is delivered.
CREATE TABLE rules (sha256 TEXT PRIMARY KEY, rule TEXT NOT NULL) STRICT;
-- The hash of its rule; null: recorded before rules were kept.
ALTER TABLE calls ADD COLUMN rule TEXT;
`
