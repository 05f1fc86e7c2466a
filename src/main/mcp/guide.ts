export const GUIDE_NAME = 'scratchpad-guide'

/** The prompt of that name (B3): when to use which tool, with examples. */
export const GUIDE = `# Using the scratchpad

Large tool results are stored whole. You get a reference: an id, exact sizes, a preview, and how to read on.

Find what you need in one or two cheap reads:
- the line that matters: scratchpad_read {"id":"e_…","mode":"grep","pattern":"ERROR|FATAL","context":2}
- around line 40,000: scratchpad_read {"id":"e_…","mode":"lines","start":39990,"end":40020}
- how many: scratchpad_read {"id":"e_…","mode":"grep","pattern":" 500 ","count":true}
- one field of JSON: scratchpad_read {"id":"e_…","mode":"json","path":"$.items[?@.failed].name"}
- a column of a table: scratchpad_read {"id":"e_…","mode":"sql","query":"select city, count(*) from t group by city"}
- where it was: scratchpad_search {"query":"deadlock"}

Pass values on without reading them. In any tool argument these are replaced by the stored value itself:
- {{scratchpad:e_…}} or {{step3.content}}: the whole text
- {{scratchpad:e_…|lines:10,20}}: some lines (end exclusive)
- {{scratchpad:NAME.items[0].id}}: one field
Give any tool scratchpad: "NAME" to store its result under that name, whatever its size.

Keep notes with scratchpad_write:
- at the start: scratchpad_list; project notes are standing rules, read them first
- plans and their progress, expensive findings, what the user insists on, decisions with their reason
- scope "project" for what the next session must know, else it ends with this one
- ifVersion when others may write the same note

Do not: call a tool again for a result that is stored; read a large entry in full; copy a stored value through your own words.
`
