"""Keeps large tool results out of an agent's context. Needs SPILLWAY_URL and SPILLWAY_TOKEN."""
import json
import os
import urllib.request

URL = os.environ.get("SPILLWAY_URL", "http://127.0.0.1:4774")
HEADERS = {"Authorization": f"Bearer {os.environ['SPILLWAY_TOKEN']}", "Content-Type": "application/json"}
SESSION = f"example-{os.getpid()}"


def spillway(path, **body):
    request = urllib.request.Request(f"{URL}/api/v1/{path}", json.dumps(body).encode(), HEADERS)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


# After a tool has run: what goes into the context is `text`, the result itself or a reference to it.
content = "\n".join(["job,state"] + [f"{i},{'ok' if i % 7 else 'failed'}" for i in range(2000)])
stored = spillway("offload", session=SESSION, tool="list_jobs", arguments={"day": "today"}, content=content)
print(stored["text"])
entry = stored["entry"]["id"]

# When the model wants to see more: as lines, by a pattern, or, of a table, by SQL.
query = "SELECT count(*) FROM t WHERE state = 'failed'"
print("failed jobs:", spillway(f"entries/{entry}/read", mode="sql", query=query)["text"])

# Before the next tool is called: references in its arguments become the stored value.
value = {"path": "/tmp/jobs.csv", "content": "{{scratchpad:%s}}" % entry}
print("whole again:", spillway("resolve", session=SESSION, value=value)["value"]["content"] == content)
