FROM python:3.13-slim

RUN useradd --system --home-dir /srv/fairdeal fairdeal && install --directory --owner fairdeal --mode 700 /srv/data
WORKDIR /srv/fairdeal
COPY requirements.txt .
RUN pip install --no-cache-dir --requirement requirements.txt
COPY . .
ENV DATA_DIR=/srv/data HOST=0.0.0.0 PYTHONUNBUFFERED=1
USER fairdeal
EXPOSE 8000
CMD ["python", "manage.py", "play", "web"]
