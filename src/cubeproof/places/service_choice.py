"""`service`: the class for the service of a URL."""

from cubeproof.places.kinds import kind_of
from cubeproof.places.place import Url
from cubeproof.places.service import Service


def service(url: Url, *, writing: bool) -> Service:
    """The service of a place."""
    extra = kind_of(url, writing=writing).extra
    if extra == "s3":
        from cubeproof.places.s3_service import S3Service

        return S3Service(url, writing=writing)
    if extra == "sftp":
        from cubeproof.places.sftp_service import SftpService

        return SftpService(url, writing=writing)
    if extra == "gdrive":
        from cubeproof.places.drive_service import DriveService

        return DriveService(url, writing=writing)
    return Service(url, writing=writing)
