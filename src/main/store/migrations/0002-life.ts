/**
 * What lives how long. Large deletions are done in steps: a condemned blob is gone for every reader and every sum at once, and its
 * chunks follow in the background. The size of the store is kept by triggers, so that a cap costs a write nothing to check.
 */
export const life = `
ALTER TABLE blobs ADD COLUMN condemned INTEGER NOT NULL DEFAULT 0;
CREATE INDEX blobs_condemned ON blobs (id) WHERE condemned = 1;
CREATE INDEX blobs_by_use ON blobs (last_used_at, id) WHERE sha256 IS NOT NULL;

-- When the call began: it holds its blobs for so long after that.
ALTER TABLE call_blobs ADD COLUMN held_at INTEGER NOT NULL DEFAULT 0;
UPDATE call_blobs SET held_at = (SELECT started_at FROM calls WHERE calls.id = call);
CREATE INDEX call_blobs_by_time ON call_blobs (held_at, blob);

CREATE TABLE store_size (one INTEGER PRIMARY KEY CHECK (one = 1), bytes INTEGER NOT NULL) STRICT;
INSERT INTO store_size SELECT 1, coalesce(sum(stored_bytes), 0) FROM blobs;
CREATE TRIGGER blob_added AFTER INSERT ON blobs BEGIN
  UPDATE store_size SET bytes = bytes + new.stored_bytes;
END;
CREATE TRIGGER blob_resized AFTER UPDATE OF stored_bytes ON blobs BEGIN
  UPDATE store_size SET bytes = bytes + new.stored_bytes - old.stored_bytes;
END;
CREATE TRIGGER blob_removed AFTER DELETE ON blobs BEGIN
  UPDATE store_size SET bytes = bytes - old.stored_bytes;
END;

-- What the user's own command or endpoint said of it.
ALTER TABLE entries ADD COLUMN summary TEXT;
`
