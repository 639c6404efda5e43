# The companion in a container; docs/hosting.md tells how to use it. The first stage leaves behind what pip needed.
FROM python:3.11-slim-bookworm AS packages
WORKDIR /build
COPY requirements.txt requirements-postgres.txt constraints.txt ./
RUN python -m venv /opt/donut \
    && /opt/donut/bin/python -m pip install --no-cache-dir -r requirements.txt -r requirements-postgres.txt

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --no-create-home donut \
    && install --directory --owner=donut --mode=700 /srv/donut/instance
COPY --from=packages /opt/donut /opt/donut
WORKDIR /srv/donut
COPY app.py LICENSE ./
COPY companion companion
COPY templates templates
COPY vision vision
RUN /opt/donut/bin/python -m compileall -q app.py companion vision
ENV PATH=/opt/donut/bin:$PATH PYTHONUNBUFFERED=1 PORT=8000
USER donut
# The journal, the key and the house's own editions. With PostgreSQL nothing is kept here.
VOLUME /srv/donut/instance
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/health', timeout=4)"]
CMD ["python", "app.py"]
